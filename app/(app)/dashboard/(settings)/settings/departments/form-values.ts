/** An approver in the form. */
export interface Approver {
  userId: string;
  name: string;
}

export interface DepartmentValues {
  name: string;
  /** Empty for none. */
  parentId: string;
  parentName: string;
  isDefault: boolean;
  level1: readonly Approver[];
  level2: readonly Approver[];
}

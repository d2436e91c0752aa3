/** An approver in the form. */
export interface Approver {
  userId: string;
  name: string;
}

/** The approvers of both levels. */
export interface Approvers {
  level1: readonly Approver[];
  level2: readonly Approver[];
}

export interface DepartmentValues extends Approvers {
  name: string;
  /** Empty for none. */
  parentId: string;
  parentName: string;
  isDefault: boolean;
}

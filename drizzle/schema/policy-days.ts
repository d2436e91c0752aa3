/** A higher quota of a policy, for people who have been employed for so many months. */
export interface TenureStep {
  afterMonths: number;
  /** Days a year, in place of the policy's. */
  quota: number;
}

/** Extra days a year of a policy, for people with a label. */
export interface LabelDays {
  labelId: string;
  days: number;
}

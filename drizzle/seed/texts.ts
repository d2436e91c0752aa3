import type { LeaveTypeKey } from "./company";

/** Reasons of requests. */
export const reasons: Record<LeaveTypeKey, readonly string[]> = {
  vacation: [
    "Family holiday",
    "A week by the sea",
    "My sister’s wedding",
    "Moving house",
    "Long weekend with friends",
    "Visiting my parents",
    "Hiking in the mountains",
    "Children’s school holidays",
    "Slava",
    "Festa de São João",
  ],
  sick: ["Flu", "Migraine", "Dentist", "Stomach bug", "Doctor’s appointment", "Back pain"],
  home: [
    "Plumber comes in the morning",
    "Parcel delivery",
    "Quiet day for writing",
    "Trains are on strike",
    "Child is at home",
  ],
  inLieu: [
    "Worked late on the release",
    "Weekend on call",
    "Customer workshop on Saturday",
    "Night migration",
  ],
  training: [
    "FOSS4G conference",
    "PostgreSQL performance course",
    "Accessibility workshop",
    "First aid refresher",
    "Leadership training, second module",
    "Speaking at a meetup",
  ],
  parental: ["Parental leave"],
  volunteering: ["Food bank", "Tree planting", "Coding club for children"],
};

export const denials: readonly string[] = [
  "Two others of the team are away that week.",
  "This collides with the release. Can you move it by a week?",
  "Please take this as time off in lieu instead.",
  "We need you at the customer’s workshop.",
];

export const cancellations: readonly string[] = [
  "Plans changed",
  "The trip was postponed",
  "Recovered sooner",
  "No longer needed",
];

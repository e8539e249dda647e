const views = ["instructions", "files", "versions", "findings", "agent", "activity"] as const;
export type SkillView = (typeof views)[number];

/** The part of the skill page that an address asks for. */
export const toSkillView = (value: string | null): SkillView =>
  views.find((view) => view === value) ?? "instructions";

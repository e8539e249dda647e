/** What the blank template writes where a description belongs, for its author to replace. */
export const placeholderDescription =
  "Say in one or two sentences what this skill does. Use when somebody asks for it, in the words they would use.";

const opening = "Say in one or two sentences what this skill does";

/** A model could not choose a skill by it: its author has not written one yet. */
export const isPlaceholderDescription = (description: string): boolean =>
  description.replace(/\s+/g, " ").includes(opening);

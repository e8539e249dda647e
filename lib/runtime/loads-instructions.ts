/** A part of SKILL.md that begins it and has at least so many lines is taken for the instructions. */
const leastLoadedLines = 100;

/** Whether what is shown of a SKILL.md loads the skill: all of it, or its beginning for long enough. */
export const loadsInstructions = (shown: string, place: "whole" | "beginning" | "elsewhere"): boolean =>
  shown !== "" &&
  (place === "whole" || (place === "beginning" && shown.split("\n").length > leastLoadedLines));

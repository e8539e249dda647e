/** Whether a first call chooses, by each turn's message, the skills that the model is told of. */
export const asksRouter = (mode: string): boolean => mode === "router" || mode === "preload";

/** Whether instructions stand in the prompt from the start: those of all skills, or of what a router chose. */
export const putsBodies = (mode: string): boolean => mode === "eager" || mode === "preload";

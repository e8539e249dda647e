/** The rule of an import's notes that name hosts which would not load a skill. */
export const hostRefusesRule = "host-refuses";

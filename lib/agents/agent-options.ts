/** What an agent may be set to today; the database knows more modes, dialects and models than the runtime does. */
export const catalogueModes = ["inline"] as const;
export const agentDialects = ["standard"] as const;
export const agentModels = ["rehearsal"] as const;

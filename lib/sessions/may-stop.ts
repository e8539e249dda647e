type Stoppable = { startedById: string; mayEditConversation: boolean };

/** Who started a run stops it, and so does whoever may edit its conversation: watching along is not steering. */
export const mayStop = (userId: string, { startedById, mayEditConversation }: Stoppable): boolean =>
  startedById === userId || mayEditConversation;

/** Who else may, for those who may not. */
export const whoStops = "Only who started a run, who made the conversation, or an admin stops it.";

/** The conversation that this tab has begun a moment ago, on the page that asked for its first message. */
let begun: string | null = null;

export const noteBegunConversation = (conversation: string | null) => {
  begun = conversation;
};

/** Whether somebody comes from writing its first message: the next one is written here. */
export const isBegunConversation = (conversation: string) => begun === conversation;

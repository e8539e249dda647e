import { AppError } from "@/lib/kernel/app-error";

type Asker = { actor: { userId: string } };
type Conversation = { shared: boolean; createdById: string };

/** In a `where` over conversations and comparisons: those shared with the workspace, and the asker's own. */
export const visibleConversations = ({ actor }: Asker) => ({
  OR: [{ shared: true }, { createdById: actor.userId }],
});

/** The same of one that was read already. */
export const isVisibleConversation = ({ actor }: Asker, { shared, createdById }: Conversation): boolean =>
  shared || createdById === actor.userId;

export const noSuchConversation = (): AppError =>
  new AppError("NOT_FOUND", "There is no such conversation, or it is not shared with you.");

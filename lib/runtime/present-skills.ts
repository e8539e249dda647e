import type { NewEvent, PayloadOf, SessionEvent } from "./events";
import { injectCatalogue } from "./inject-catalogue";
import type { EventLog } from "./ports";
import type { SessionSetup } from "./session-setup";

const nil = "00000000-0000-0000-0000-000000000000";

/** Keeps nothing: what it is told comes back as an event, so that a view gets what a run would log. */
export const unkeptLog: EventLog = {
  events: () => [],
  append: async (event) => asEvent(event),
  appendActivation: async (_receipt, decide) => asEvent(decide([])),
};

const asEvent = (event: NewEvent): SessionEvent => ({
  ...event,
  seq: 1,
  conversationId: nil,
  branchId: nil,
  runId: nil,
  turn: 1,
  at: new Date(0).toISOString(),
  traceId: "",
});

/** What a run with these skills would begin with, by the function that a run uses. Null without skills. */
export async function presentSkills(
  setup: Omit<SessionSetup, "log">,
): Promise<PayloadOf<"catalogue-injected"> | null> {
  const event = await injectCatalogue({ ...setup, log: unkeptLog }, setup.skills);
  return event?.type === "catalogue-injected" ? event.payload : null;
}

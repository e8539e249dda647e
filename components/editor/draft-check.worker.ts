import { type CheckRequest, DraftChecker } from "./check-draft";

const checker = new DraftChecker();

addEventListener("message", (event: MessageEvent<CheckRequest>) => {
  postMessage(checker.check(event.data));
});

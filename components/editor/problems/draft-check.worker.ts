import { type CheckRequest, DraftChecker } from "./check-draft";

const checker = new DraftChecker();

addEventListener("message", async (event: MessageEvent<CheckRequest>) => {
  postMessage(await checker.check(event.data));
});

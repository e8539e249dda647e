import { expect, it } from "vitest";
import { keepRenewing } from "./keep-renewing";

const waitFor = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 2));
};

it("goes on after what failed, until it is stopped", async () => {
  let count = 0;
  const renew = async () => {
    count += 1;
    if (count === 1) throw new Error("The database is gone.");
  };
  const stop = keepRenewing({ everyMs: 2, renew, about: { mirror: "m" }, failed: "could not renew" });
  await waitFor(() => count >= 3);
  stop();
  const after = count;
  await new Promise((done) => setTimeout(done, 20));
  expect(count).toBe(after);
});

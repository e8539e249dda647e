import { expect, it } from "vitest";
import { exceedsArchiveRatio } from "./exceeds-archive-ratio";

const limits = { freeBytes: 1_000, ratio: 100 };

it.each([
  ["what a package may have, however well it packs", { bytes: 1_000, archiveBytes: 1, packages: 1 }, false],
  ["what two packages may have", { bytes: 2_000, archiveBytes: 1, packages: 2 }, false],
  ["more than that, out of too little", { bytes: 1_001, archiveBytes: 10, packages: 1 }, true],
  ["more than that, at the ratio itself", { bytes: 1_100, archiveBytes: 11, packages: 1 }, false],
  ["more than that, past the ratio", { bytes: 1_101, archiveBytes: 11, packages: 1 }, true],
  [
    "anything out of what is not packed",
    { bytes: 1e12, archiveBytes: Number.POSITIVE_INFINITY, packages: 1 },
    false,
  ],
] as const)("judges %s", (_, unpacked, isOne) => {
  expect(exceedsArchiveRatio(unpacked, limits)).toBe(isOne);
});

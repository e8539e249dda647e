import { portableDocument } from "@/lib/bundles/portable-package";
import type { Capability } from "@/lib/capabilities/capability";
import { findCapabilities, type ReadFile } from "@/lib/capabilities/find-capabilities";
import { countLineChanges, diffText, type TextDiff } from "@/lib/diff/diff-text";
import { placeInText } from "@/lib/diff/place-lines";
import { runAtOnce } from "@/lib/kernel/steps";
import { countTerms } from "@/lib/runtime/search-terms";
import { type ExaminedFile, examineFile, type FileFacts } from "../examine-file";
import { searchedWords } from "../searched-words";
import { type WeighedPackage, type WeighInput, weighPackage } from "../weigh-package";

type TwoTexts = { before: string; after: string };

/**
 * What is done in a thread of its own when there is much of it. Pure, and of values that can be copied: no database, no
 * request, no clock.
 */
export const asideWork = {
  examine: (files: readonly ExaminedFile[]): FileFacts[] => files.map((file) => runAtOnce(examineFile(file))),
  capabilities: (files: readonly ReadFile[]): Capability[] => findCapabilities(files),
  weigh: (input: WeighInput): WeighedPackage => runAtOnce(weighPackage(input)),
  compare: ({ before, after, ...options }: TwoTexts & { context: number; isDocument: boolean }): TextDiff =>
    diffText(before, after, options),
  placeInText,
  portableDocument,
  parseJson: (bytes: ArrayBuffer): unknown => JSON.parse(new TextDecoder().decode(bytes)),
  searchedWords,
  countTerms,
  countChanges: ({ before, after }: TwoTexts): { added: number; removed: number } =>
    countLineChanges(before, after),
} as const;

export type AsideWork = typeof asideWork;

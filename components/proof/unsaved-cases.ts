import type { TriggerSuite } from "@/lib/proof/suite-schema";
import type { SuiteRow } from "./suite-rows";
import { unsavedWork } from "./unsaved-work";

/** What is edited: rows over the suite that they were made from. */
export type Editing = { base: TriggerSuite; rows: SuiteRow[] };

/** Cases that are not saved. */
export const unsavedCasesOf = unsavedWork<Editing>();

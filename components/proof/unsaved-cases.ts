import type { TriggerSuite } from "@/lib/proof/suites/suite-schema";
import type { SuiteRow } from "./suite-rows";
import { unsavedWork } from "./unsaved-work";
import type { EditedRows } from "./use-rows-draft";

/** Cases that are not saved. */
export const unsavedCasesOf = unsavedWork<EditedRows<TriggerSuite, SuiteRow>>();

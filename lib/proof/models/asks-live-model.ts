import { builtInModel } from "@/lib/agents/agent-options";
import type { RunModel } from "@/lib/playground/ports";

/** `routerModel`: of what the run keeps to; null without one, and of a deleted run. */
type StoredRun = { modelKind: string; modelId: string; routerModel: string | null; judge: unknown };
type Opened = { model: Pick<RunModel, "info"> };

/**
 * Whether anything of a run goes to a language model, which has a price: its own, the router that chooses before it, or the
 * judge after it. Another question than what its answers prove (`kindOfRun`): who asks a live model pays for it, also
 * where rules had a part in what came out.
 */
export const asksLiveModel = (models: readonly (Opened | null)[]): boolean =>
  models.some((one) => one?.model.info.kind === "live");

/** The same of a run as it is stored. All models but the one that is built in are asked at a connection. */
export const askedLiveModel = ({ modelKind, modelId, routerModel, judge }: StoredRun): boolean =>
  modelKind === "live" ||
  judge !== null ||
  [modelId, routerModel].some((id) => id !== null && id !== builtInModel);

import type { ModelMeter } from "./ports";

/** For models that send nothing anywhere: no limit, no cost, no exchange. */
export const freeMeter: ModelMeter = {
  async beforeStep() {},
  async afterStep() {
    return null;
  },
  exchange: () => null,
};

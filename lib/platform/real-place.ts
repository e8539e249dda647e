import { realpathSync } from "node:fs";
import path from "node:path";

/** Where an absolute path leads once every link in it is followed, as far as it is there by now. */
export function realPlace(at: string): string {
  try {
    return realpathSync(at);
  } catch {
    const above = path.dirname(at);
    return above === at ? at : path.join(realPlace(above), path.basename(at));
  }
}

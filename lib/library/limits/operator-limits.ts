import "server-only";
import { ConfigurationError, env } from "@/lib/platform/env";
import { isSettableLimit, type LimitValues, limitBounds, settableLimits } from "@/lib/runtime/limit-bounds";

/** The most that the operator lets workspaces ask for. Throws ConfigurationError, which names what is wrong. */
export function operatorLimits(said: string = env().limits): LimitValues {
  const most: LimitValues = {};
  for (const part of said.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const [name = "", value = "", ...rest] = part.split("=").map((one) => one.trim());
    if (!isSettableLimit(name))
      throw refuse(`has no limit “${name}”; there are ${settableLimits.join(", ")}`);
    if (!/^\d{1,12}$/.test(value) || rest.length > 0) throw refuse(`needs a whole number: ${name}=100`);
    const { least } = limitBounds[name];
    if (Number(value) < least) throw refuse(`may not be less than ${least} for ${name}`);
    most[name] = Number(value);
  }
  return most;
}

const refuse = (why: string) => new ConfigurationError(`GREENROOM_LIMITS ${why}.`);

import type { Context } from "@/lib/access/context";
import { acceptKey } from "@/lib/auth/commands/accept-key";
import { createKey } from "@/lib/auth/commands/create-key";
import { getManifest } from "@/lib/delivery/get-manifest";
import { manifestSchema } from "@/lib/delivery/schema";

/** A machine of an agent: its key to deliver, and who it is to the server at this moment, each time it asks. */
export async function aMachine(context: Context, agent: string, name = "Host") {
  const { key, id } = await createKey(context, { name, scopes: ["deliver"], agent });
  const asking = async (): Promise<Context> => {
    const actor = await acceptKey(context, key, context.now());
    if (!actor) throw new Error("the key opens nothing");
    return { ...context, actor };
  };
  return {
    key,
    id,
    asking,
    manifest: async (since?: string) => {
      const query = { agent, ...(since === undefined ? {} : { since }) };
      return manifestSchema.parse(JSON.parse((await getManifest(await asking(), query)).text));
    },
  };
}

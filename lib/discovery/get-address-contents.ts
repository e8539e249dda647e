import "server-only";
import type { Context } from "@/lib/access/context";
import { getAddressTarget } from "@/lib/addresses/address-target";
import { readDiscovery } from "./read-discovery";
import type { AddressContents } from "./schema";

/** Clients install into any host, and nobody knows into which. */
const keptFromModels =
  "is kept from models by its author (`disable-model-invocation`): a host that does not know this switch lets a model run it";

/** What clients that ask an address for its index find, and which skills are left out and why. NOT_FOUND as for the address. */
export async function getAddressContents(
  context: Context,
  input: { address: string },
): Promise<AddressContents> {
  const target = await getAddressTarget(context, input);
  const { listed, leftOut } = await readDiscovery(context, target);
  return {
    skills: listed.map(({ delivered: { name, skill, version } }) => ({
      name,
      skill,
      version: version.number,
      digest: version.digest,
    })),
    leftOut: [...leftOut],
    warnings: listed
      .filter(({ delivered }) => !delivered.modelInvocable)
      .map(({ delivered: { skill } }) => ({ skill, why: `${skill} ${keptFromModels}` })),
  };
}

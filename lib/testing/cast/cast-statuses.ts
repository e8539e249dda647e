import { type aCast, castColumns, statusOf } from "./cast";
import { castRequests } from "./cast-requests";

const missing = "0190a000-0000-7000-8000-000000000000";

/** Says what each column of a cast gets from an operation, in order. */
export function castStatuses(cast: Awaited<ReturnType<typeof aCast>>) {
  let made = 0;
  return async (operation: string): Promise<number[]> => {
    const [method = "", template = ""] = operation.split(" ");
    const { query = "", body, form } = castRequests[operation] ?? {};
    const statuses: number[] = [];
    for (const column of castColumns) {
      if (column === "viewer" || method === "DELETE") await cast.reassemble();
      const path = template.replace(/\{([a-z]+)\}/g, (_, name: string) => cast.ids[name] ?? missing);
      made += 1;
      const text = JSON.stringify(body ?? null).replace("{new}", `made-${made}`);
      const content = form ? new FormData() : body === undefined ? undefined : JSON.parse(text);
      const credentials = cast.credentials.get(column) ?? {};
      statuses.push(await statusOf({ method, path: `${path}${query}`, credentials, body: content }));
    }
    return statuses;
  };
}

import { z } from "zod";
import { callApi } from "../api-session";

/** The rows of a permission table, by their operation: the statuses of the cast, in the order of its columns. */
export const readCastRows = (table: string): ReadonlyMap<string, number[]> =>
  new Map(
    table
      .trim()
      .split("\n")
      .map((line): [string, number[]] => {
        const [operation = "", ...statuses] = line.split("|").map((part) => part.trim());
        return [
          operation.replace(" ~", " /workspaces/{workspace}"),
          statuses.join(" ").split(" ").map(Number),
        ];
      }),
  );

const documentSchema = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Every operation of the API's own document, as rows name them. */
export async function documentedOperations(): Promise<string[]> {
  const document = documentSchema.parse(await (await callApi("get", "/openapi.json")).json());
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
}

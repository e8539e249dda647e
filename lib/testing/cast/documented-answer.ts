import { Ajv2020, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { z } from "zod";
import { getOpenApiDocument } from "@/lib/api/app";

const contentSchema = z.record(
  z.string(),
  z.object({ schema: z.record(z.string(), z.unknown()).optional() }),
);
const documentSchema = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ responses: z.record(z.string(), z.object({ content: contentSchema.optional() })) }),
    ),
  ),
});

type Documented = {
  method: string;
  path: string;
  address: RegExp;
  responses: z.infer<typeof documentSchema>["paths"][string][string]["responses"];
};

function readDocument() {
  const document = documentSchema.parse(getOpenApiDocument());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { responses }]): Documented => ({
        method,
        path,
        responses,
        address: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      }),
    ),
  );
  // An address that is written out comes before one with something to fill in.
  operations.sort((left, right) => left.path.split("{").length - right.path.split("{").length);
  return { ajv, operations };
}

let reading: ReturnType<typeof readDocument> | undefined;
const validators = new Map<string, ValidateFunction>();

/**
 * In what an answer is not as the API's document says it is; null where it is, of what is no operation, and of 500,
 * which is nobody's intention.
 */
export async function undocumented(
  method: string,
  address: string,
  answer: Response,
): Promise<string | null> {
  reading ??= readDocument();
  const { ajv, operations } = reading;
  const { pathname } = new URL(address);
  const found = operations.find((one) => one.method === method.toLowerCase() && one.address.test(pathname));
  if (!found || answer.status === 500) return null;
  const name = `${method.toUpperCase()} ${found.path}`;
  const { content } = found.responses[answer.status] ?? {};
  if (!(answer.status in found.responses)) return `${name} answers ${answer.status}, which is not documented`;
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";");
  if (type !== "" && !(type in (content ?? {})) && !("*/*" in (content ?? {})))
    return `${name} answers ${answer.status} as ${type}, which is not documented`;
  if (!type.endsWith("json") || !content?.[type]?.schema) return null;
  const pointer = [
    "paths",
    found.path,
    found.method,
    "responses",
    `${answer.status}`,
    "content",
    type,
    "schema",
  ]
    .map((part) => part.replaceAll("~", "~0").replaceAll("/", "~1"))
    .map(encodeURIComponent)
    .join("/");
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
  validators.set(pointer, validate);
  if (validate(await answer.clone().json())) return null;
  const wrong = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).slice(0, 5);
  return `${name} answers ${answer.status} with what is not documented: ${wrong?.join("; ")}`;
}

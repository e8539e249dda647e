import "server-only";
import { type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import type { MiddlewareHandler, Context as Request } from "hono";
import type { Context, PersonContext } from "@/lib/access/context";
import { closedBody } from "./body-schema";
import { type ConcurrencyKind, limitConcurrency } from "./limit-concurrency";
import { limitDeliveryCalls } from "./limit-delivery-calls";
import {
  type ApiEnv,
  conflictResponse,
  goneResponse,
  jsonBody,
  type jsonResponse,
  problemResponses,
  savingResponses,
  tooManyResponse,
  tooOftenResponse,
} from "./route";

type Schema = z.ZodType | undefined;
type Answer = ReturnType<typeof jsonResponse<z.ZodType>> | undefined;
type Method = "get" | "post" | "put" | "patch" | "delete";

/** An operation as a route file writes it. */
type Operation<Params, Query, Body, A, S, Run> = {
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The JSON it answers with; without one the answer is empty and `done` says what happened. */
  answer?: A;
  done?: string;
  /** Of the answer: 200 unless it says otherwise, 204 without one. */
  status?: S;
  /** Whether it can be refused because somebody was first. */
  conflict?: true;
  /** The kind of turn that one person has to wait for. */
  turn?: ConcurrencyKind;
  /** For programs, each of which asks so often and no more. */
  often?: true;
  /** Whether what it is about may be over. */
  gone?: true;
  run: Run;
};

type Given<T extends Schema> = T extends z.ZodType ? z.output<T> : unknown;
/**
 * What an operation asks for: its body or its query, with what its address names besides the workspace, which is in the
 * context. The address has the last word.
 */
type Asked<Params extends Schema, Query extends Schema, Body extends Schema> = Omit<
  Given<Params>,
  "workspace"
> &
  Given<Query> &
  Given<Body>;
type Told<A extends Answer> = A extends { content: { "application/json": { schema: infer T } } }
  ? z.output<T>
  : unknown;

/** The same as the library knows it, for its clients' types. */
type OperationRoute<M, P, Params, Query, Body, A, S extends number> = {
  method: M;
  path: P;
  request: object &
    (Params extends z.ZodType ? { params: Params } : unknown) &
    (Query extends z.ZodType ? { query: Query } : unknown) &
    (Body extends z.ZodType ? { body: ReturnType<typeof jsonBody<Body>> } : unknown);
  responses: (A extends undefined ? { 204: { description: string } } : { [Status in S]: A }) &
    typeof problemResponses;
};

/** A request whose parts have been checked by their schemas. */
type Handled = Request<
  ApiEnv,
  string,
  { out: { param: Record<string, unknown>; query: unknown; json: unknown } }
>;

/** A route with its handler, as `openapiRoutes(...)` takes them. */
type RouteOf<Route> = Route extends infer R extends RouteConfig
  ? { route: R; handler: RouteHandler<R, ApiEnv> }
  : never;

const noQuery = z.object({});
const json = { "content-type": "application/json" };

const turnResponses = {
  save: savingResponses,
  upload: savingResponses,
  batch: savingResponses,
  read: tooManyResponse,
  stream: tooManyResponse,
} as const satisfies Record<ConcurrencyKind, object>;

/**
 * What every operation has in common: its place in the document, its input gathered from address, query and body, one
 * query or command that is given who asks, and its answer. `who` finds the asker in what the middleware has found out.
 */
const operationsOf =
  <Who>(who: (found: ApiEnv["Variables"]) => Who) =>
  (tag: string) =>
  <
    const M extends Method,
    const P extends string,
    Params extends Schema = undefined,
    Query extends Schema = undefined,
    Body extends Schema = undefined,
    A extends Answer = undefined,
    const S extends 200 | 201 | 202 = 200,
  >(
    method: M,
    path: P,
    operation: Operation<
      Params,
      Query,
      Body,
      A,
      S,
      (who: Who, asked: Asked<Params, Query, Body>) => Told<A> | Promise<Told<A>>
    >,
  ) => {
    const { summary, description, params, query, body, answer, status, done, run } = operation;
    const good = status ?? 200;
    const route = {
      method,
      path,
      tags: [tag],
      summary,
      ...(description !== undefined && { description }),
      middleware: middlewareOf(operation),
      request: {
        ...(params && { params }),
        // Refused like a field of a body: whoever asks believes that it counts.
        query: closedBody(query ?? noQuery),
        ...(body && { body: jsonBody(body) }),
      },
      responses: {
        ...(answer ? { [good]: answer } : { 204: { description: done ?? "Done" } }),
        ...problemResponses,
        ...(operation.turn && turnResponses[operation.turn]),
        ...(operation.often && tooOftenResponse),
        ...(operation.gone && goneResponse),
        ...(operation.conflict && conflictResponse),
      },
    };
    const handler = async (c: Handled) => {
      const { workspace: _, ...named } = params ? c.req.valid("param") : {};
      const asked = [query && c.req.valid("query"), body && c.req.valid("json"), named];
      const told = await run(who(c.var), Object.assign({}, ...asked));
      return answer ? c.body(JSON.stringify(told), good, json) : c.body(null, 204);
    };
    // The types above say what these values are; Hono's own cannot be followed through a route that is not known yet.
    return { route, handler } as unknown as RouteOf<
      // What the list that it stands in could take says nothing of it.
      OperationRoute<M, P, NoInfer<Params>, NoInfer<Query>, NoInfer<Body>, NoInfer<A>, S>
    >;
  };

const middlewareOf = ({ turn, often }: { turn?: ConcurrencyKind; often?: true }): MiddlewareHandler[] => [
  ...(often ? [limitDeliveryCalls] : []),
  ...(turn ? [limitConcurrency(turn)] : []),
];

/** Operations in a workspace, under one heading of the document. */
export const operationsUnder = operationsOf<Context>(({ context }) => context);
/** Those of a signed-in person outside any workspace. */
export const personOperationsUnder = operationsOf<PersonContext>(({ person }) => person);

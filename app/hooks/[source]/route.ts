import { everyMethod } from "@/lib/api/every-method";
import { hookDoor } from "@/lib/api/hook-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = everyMethod((request) =>
  hookDoor.fetch(request),
);

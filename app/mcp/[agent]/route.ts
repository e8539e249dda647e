import { everyMethod } from "@/lib/api/every-method";
import { mcpDoor } from "@/lib/api/mcp-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export const { DELETE, GET, HEAD, PATCH, POST, PUT } = everyMethod((request) => mcpDoor.fetch(request));

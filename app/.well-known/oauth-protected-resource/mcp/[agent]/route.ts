import { mcpDoor } from "@/lib/api/mcp-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => mcpDoor.fetch(request);

export { handler as GET, handler as HEAD };

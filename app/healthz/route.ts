import { watchDoor } from "@/lib/api/watch-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => watchDoor.fetch(request);

export { handler as GET, handler as HEAD };

import { authDoor } from "@/lib/api/auth-door";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

const handler = (request: Request) => authDoor.fetch(request);

export { handler as GET, handler as POST };

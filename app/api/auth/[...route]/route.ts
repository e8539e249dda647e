import { handleAuthRequest } from "@/lib/auth/adapters/better-auth";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export { handleAuthRequest as GET, handleAuthRequest as POST };

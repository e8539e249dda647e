import "server-only";
import { sealedSecret, sealedToken } from "@/lib/platform/sealed-secret";

/** The token of a source, as it is kept and as it is sent. */
export const sourceToken = sealedToken("source");

/** The same of the secret of its webhook, which opens as no token. */
export const hookSecret = sealedSecret("source-hook");

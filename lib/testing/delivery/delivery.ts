import { deliveryDoor } from "@/lib/api/delivery-door";

type Sent = { path?: string; method?: string; headers?: Record<string, string> };

/** What a client asks below a delivery address. */
export async function fetchFrom(
  url: string,
  { path = "", method = "GET", headers = {} }: Sent = {},
): Promise<Response> {
  const { pathname } = new URL(url);
  return deliveryDoor.fetch(new Request(`http://greenroom.test${pathname}${path}`, { method, headers }));
}

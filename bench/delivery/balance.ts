import { connect, createServer, type Socket } from "node:net";

export type Balancer = {
  origin: string;
  /** Calls once as soon as so many bytes of an answer have passed, which wait meanwhile. */
  interrupt: (afterBytes: number, act: () => Promise<void>) => void;
  close: () => void;
};

/** Passes each connection to the first of these servers that takes it, as a load balancer does. */
export async function balance(ports: readonly number[]): Promise<Balancer> {
  let interruption: { afterBytes: number; act: () => Promise<void> } | null = null;
  const open = new Set<Socket>();
  const pass = (client: Socket, [port, ...others]: readonly number[]) => {
    if (port === undefined) return client.destroy();
    const server = connect(port, "127.0.0.1");
    let passed = 0;
    server.on("connect", () => client.pipe(server));
    server.on("data", (piece) => {
      client.write(piece);
      passed += piece.length;
      if (interruption === null || passed < interruption.afterBytes) return;
      const { act } = interruption;
      interruption = null;
      server.pause();
      void act().then(() => server.resume());
    });
    server.on("error", () =>
      passed === 0 && server.bytesWritten === 0 ? pass(client, others) : client.destroy(),
    );
    server.on("close", (hadError) => !hadError && client.end());
    client.on("close", () => server.destroy());
  };
  const balancer = createServer((client) => {
    open.add(client);
    client.on("error", () => {});
    client.on("close", () => open.delete(client));
    pass(client, ports);
  });
  await new Promise<void>((ready) => balancer.listen(0, "127.0.0.1", ready));
  const address = balancer.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    interrupt: (afterBytes, act) => {
      interruption = { afterBytes, act };
    },
    close: () => {
      for (const each of open) each.destroy();
      balancer.close();
    },
  };
}

// Loaded before anything else in the process that runs scripts, and in each of its threads: what opens a connection or
// asks for an address is gone. Nothing there needs any; it stands behind the shell that has none either.
const closed = () => {
  throw Object.assign(new Error("There is no network here."), { code: "ERR_NO_NETWORK" });
};
const fix = (owner, names) => {
  for (const name of names)
    if (typeof owner?.[name] === "function")
      Object.defineProperty(owner, name, { value: closed, writable: false, configurable: false });
};

// Everything that connects or listens, HTTP and TLS too, goes through these.
const net = require("node:net");
fix(net.Socket.prototype, ["connect"]);
fix(net.Server.prototype, ["listen"]);
const dgram = require("node:dgram");
fix(dgram.Socket.prototype, ["bind", "connect", "send"]);
const dns = require("node:dns");
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  fix(
    owner,
    Object.getOwnPropertyNames(owner).filter((name) => /^(?:lookup|resolve|reverse)/.test(name)),
  );
for (const name of ["fetch", "WebSocket", "EventSource"])
  Object.defineProperty(globalThis, name, { value: closed, writable: false, configurable: false });
// Signals to whoever started this process, or to anything else.
fix(process, ["kill", "_kill", "_debugProcess", "dlopen", "binding"]);

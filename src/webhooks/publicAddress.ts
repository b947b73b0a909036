import { BlockList, isIP } from "node:net";

const V4_RESERVED = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8"],
  ...["169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24"],
  ...["192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24"],
  ...["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];
const V6_GLOBAL = ["2000::/3"];
/** Protocol assignments with Teredo, documentation, and 6to4, which contains an IPv4 address. */
const V6_RESERVED = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const reserved4 = ranges(V4_RESERVED, "ipv4");
const global6 = ranges(V6_GLOBAL, "ipv6");
const reserved6 = ranges(V6_RESERVED, "ipv6");

/** Whether an IP address is one of the public internet: not loopback, private, link-local, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved4.check(address, "ipv4");
  if (family !== 6) return false;
  return global6.check(address, "ipv6") && !reserved6.check(address, "ipv6");
}

function ranges(blocks: readonly string[], type: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits] = block.split("/");
    list.addSubnet(network, Number(bits), type);
  }
  return list;
}

// The client for boards, beyond their facade: loaded once by the first board that starts, it leaves nothing behind.
import { Client } from "./client.js";
import { trust } from "./patch.js";

document.currentScript?.dispatchEvent(new CustomEvent("qin-live", { detail: { Client, trust } }));

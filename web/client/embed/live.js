// The client for embedded boards, loaded by the first board that starts. An event passes it on without a global.
import { Client } from "../client.js";
import { trust } from "../dom/patch.js";

document.currentScript?.dispatchEvent(new CustomEvent("qin-live", { detail: { Client, trust } }));

// The client for embedded boards: loaded once, by the first board that starts, and handed over without a global.
import { Client } from "../client.js";
import { trust } from "../dom/patch.js";

document.currentScript?.dispatchEvent(new CustomEvent("qin-live", { detail: { Client, trust } }));

// A little on top of pages that work without it: keys, lists that go on, and pages that move while an agent works.
"use strict";

document.documentElement.classList.add("scripted");
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

async function load(address) {
  const answer = await fetch(address, { credentials: "same-origin", headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// Lists that go on: the link "Older" is followed when it comes into view, and its page is appended.
async function follow(link) {
  if (link.dataset.busy) return;
  link.dataset.busy = "yes";
  try {
    const page = await load(link.href);
    const list = document.getElementById("list");
    const more = page.getElementById("list");
    const next = page.querySelector("[data-older]");
    const into = list.tBodies ? list.tBodies[0] : list;
    const from = more ? (more.tBodies ? more.tBodies[0] : more) : null;
    for (const item of from ? [...from.children] : []) {
      if (!item.id || !document.getElementById(item.id)) into.append(document.adoptNode(item));
    }
    if (next) {
      link.href = next.href;
      delete link.dataset.busy;
      watcher.unobserve(link);
      watcher.observe(link);
    } else {
      link.closest(".more").remove();
    }
    ready(list);
  } catch {
    delete link.dataset.busy; // it is still a link
  }
}

const watcher = new IntersectionObserver(
  (seen) =>
    seen
      .filter((one) => one.isIntersecting)
      .forEach((one) => (one.target.dataset.more ? goOn(one.target) : follow(one.target))),
  { rootMargin: "600px" },
);

// A long conversation: its next piece is put after the one before.
async function goOn(link) {
  if (link.dataset.busy) return;
  link.dataset.busy = "yes";
  try {
    const page = await load(link.href);
    const from = page.getElementById(link.dataset.more);
    const last = link.closest(".more");
    mention(page);
    last.replaceWith(...[...from.children].filter((one) => one.tagName !== "H2").map((one) => document.adoptNode(one)));
    ready(document);
  } catch {
    delete link.dataset.busy; // it is still a link
  }
}

// What another page has to say, if it was not said yet.
function mention(page) {
  const said = all(".notice").map((one) => one.textContent);
  const fresh = [...page.querySelectorAll(".notice")].filter((one) => !said.includes(one.textContent));
  document.getElementById("main").prepend(...fresh.map((one) => document.adoptNode(one)));
}

// What a long conversation took: counted when its beginning is there already.
async function count(link) {
  try {
    const page = await load(link.href);
    const counted = page.querySelector(".story .facts");
    if (counted) link.closest(".facts").replaceWith(document.adoptNode(counted));
    mention(page);
  } catch {
    // it is still a link
  }
}

// Pages that move: what may have changed is loaded again and put in place.
let refreshing = false;
let again = false;

async function refresh() {
  if (refreshing || document.hidden) {
    again = true; // later, or once it is looked at
    return;
  }
  refreshing = true;
  try {
    const page = await load(location.href);
    for (const old of all("[data-refresh]")) {
      const now = page.getElementById(old.id);
      if (now && now.innerHTML !== old.innerHTML) old.replaceChildren(...now.childNodes);
    }
    const list = document.querySelector("#list[data-merge]");
    const fresh = page.getElementById("list");
    if (list && fresh) merge(list, fresh);
    ready(document);
  } catch {
    // the server has ended, or is busy: the next event tries again
  }
  refreshing = false;
  if (again) {
    again = false;
    refresh();
  }
}

function merge(list, fresh) {
  let before = null;
  for (const item of [...fresh.children]) {
    const known = item.id && document.getElementById(item.id);
    const placed = document.adoptNode(item);
    if (known) {
      if (known.classList.contains("at")) placed.classList.add("at");
      if (known.innerHTML !== placed.innerHTML) known.replaceWith(placed);
      before = known.isConnected ? known : placed;
    } else {
      placed.classList.add("fresh");
      if (before) before.after(placed);
      else list.prepend(placed);
      before = placed;
    }
  }
}

// One tab listens for all: a browser has six connections to a server, and others need them.
function listen() {
  if (!document.querySelector("[data-refresh], [data-merge]")) return;
  const tabs = new BroadcastChannel("live");
  tabs.addEventListener("message", refresh);
  const begun = performance.now();
  const hear = () => {
    let missed = performance.now() - begun > 1000; // another tab listened until now
    const events = new EventSource(document.body.dataset.live);
    const changed = () => {
      refresh();
      tabs.postMessage("changed");
    };
    events.addEventListener("changed", changed);
    events.addEventListener("error", () => (missed = true));
    events.addEventListener("open", () => {
      if (missed) changed();
      missed = false;
    });
    addEventListener("pagehide", () => events.close());
    return new Promise(() => {}); // until the tab is closed
  };
  if (navigator.locks) navigator.locks.request("live", hear);
  else hear();
}

document.addEventListener("visibilitychange", () => {
  if (again && !document.hidden) {
    again = false;
    refresh();
  }
});

// Why a line is there: beside the source, without leaving it.
async function explain(link) {
  const box = document.getElementById("why");
  if (!box) return false;
  const page = await load(link.href);
  const content = page.getElementById("why-content");
  if (!content) return false;
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Close";
  close.addEventListener("click", hideWhy);
  box.replaceChildren(document.adoptNode(content), close);
  box.hidden = false;
  box.parentElement.classList.add("open");
  all("tr.chosen").forEach((row) => row.classList.remove("chosen"));
  link.closest("tr").classList.add("chosen");
  return true;
}

function hideWhy() {
  const box = document.getElementById("why");
  if (!box || box.hidden) return false;
  box.hidden = true;
  box.parentElement.classList.remove("open");
  all("tr.chosen").forEach((row) => row.classList.remove("chosen"));
  return true;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-why]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    explain(link).then((done) => done || location.assign(link.href), () => location.assign(link.href));
  }
  const copy = event.target.closest("[data-copy]");
  if (copy) {
    const text = copy.parentElement.querySelector("code").textContent;
    navigator.clipboard.writeText(text).then(() => {
      copy.textContent = "Copied";
      setTimeout(() => (copy.textContent = "Copy"), 1500);
    });
  }
});

// Keys.
const dialog = document.getElementById("keys");
let pending = "";

function rows() {
  return all("[data-row], .talk > .ask").filter((row) => row.offsetParent !== null);
}

function move(by) {
  const found = rows();
  if (!found.length) return;
  const at = found.findIndex((row) => row.classList.contains("at"));
  const next = found[Math.max(0, Math.min(found.length - 1, at < 0 ? (by > 0 ? 0 : found.length - 1) : at + by))];
  found.forEach((row) => row.classList.remove("at"));
  next.classList.add("at");
  next.scrollIntoView({ block: "nearest" });
  const link = next.querySelector("[data-open]");
  if (link) link.focus({ preventScroll: true });
}

function openRow() {
  const link = document.querySelector("[data-row].at [data-open]");
  if (link && document.activeElement !== link) link.click();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    else hideWhy();
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
  if (pending === "g") {
    pending = "";
    const link = document.querySelector(`nav [data-key="${CSS.escape(event.key)}"]`);
    if (link) link.click();
    return;
  }
  if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "Enter") openRow();
  else if (event.key === "?") dialog.showModal();
  else if (event.key === "g") {
    pending = "g";
    setTimeout(() => (pending = ""), 1500);
  } else if (event.key === "/") {
    event.preventDefault();
    const field = document.querySelector(".query > input") || document.querySelector(".find input");
    field.focus();
    field.select();
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

function ready(within) {
  all("[data-older], [data-more]", within).forEach((link) => watcher.observe(link));
  for (const code of all(".again dd > code", within)) {
    if (!navigator.clipboard || code.parentElement.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.dataset.copy = "";
    button.textContent = "Copy";
    code.after(button);
  }
  if (navigator.clipboard) all("[data-copy]", within).forEach((button) => (button.hidden = false));
}

for (const button of all(".keys-open")) {
  button.hidden = false;
  button.addEventListener("click", () => dialog.showModal());
}

/* A page that waits: what it says is brought up to date in place, until there is something to show. */
async function wait() {
  const here = document.querySelector("[data-wait]");
  if (!here) return;
  try {
    const answer = await fetch(location.href);
    const there = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-wait]");
    if (!there) return location.reload();
    if (there.textContent !== here.textContent) here.replaceChildren(...there.childNodes);
  } catch {
    /* the server has ended, or is busy */
  }
  setTimeout(wait, 2000);
}

ready(document);
all("[data-count]").forEach(count);
listen();
setTimeout(wait, 2000);

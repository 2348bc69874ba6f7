"use strict";
// A table is sorted by a click on a column's head: by number where all cells are numbers.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const rows = [...table.tBodies[0].rows];
      const key = (row) => row.cells[column].dataset.v ?? row.cells[column].textContent.trim();
      const numeric = rows.every((row) => key(row) !== "" && !Number.isNaN(Number(key(row))));
      const now = head.getAttribute("aria-sort");
      // Numbers start with the largest, words with the first.
      const down = now ? now === "ascending" : numeric;
      rows.sort((a, b) => numeric ? key(a) - key(b) : key(a).localeCompare(key(b)));
      if (down) rows.reverse();
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      table.tBodies[0].append(...rows);
    });
  });
}
// The failing texts are filtered by kind and by what they hold.
for (const form of document.querySelectorAll("form.filter")) {
  const [kind, words, shown] = [form.elements.kind, form.elements.words, form.querySelector("output")];
  const items = [...form.parentElement.querySelectorAll(".failed")];
  const filter = () => {
    let n = 0;
    for (const item of items) {
      const fits = (kind.value === "" || item.dataset.kind === kind.value) &&
        item.textContent.toLowerCase().includes(words.value.toLowerCase());
      item.hidden = !fits;
      n += fits;
    }
    shown.textContent = n + " of " + items.length;
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", filter);
  filter();
}

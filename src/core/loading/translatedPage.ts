/**
 * Lets React work on a page whose text nodes the browser's translator has replaced. React removes a node that has left
 * its parent, or inserts before one, and the screen breaks (https://github.com/facebook/react/issues/11538, with this
 * remedy). A missing node then counts as removed, and a missing neighbour as the end. tests/lint/translatable.mjs keeps
 * React from owning such nodes; this is for those of libraries and browser extensions.
 */
export function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    return child.parentNode === this ? (removeChild.call(this, child) as T) : child;
  };
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(this, node, before === null || before.parentNode === this ? before : null) as T;
  };
}

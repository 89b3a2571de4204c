// Entry point: wires the commands together and turns their result into an exit code.
int main() { return 2; }

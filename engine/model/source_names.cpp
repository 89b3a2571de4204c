#include "model/source_names.h"

#include <algorithm>

namespace planner {

SourceNames::SourceNames(const Node& sources, NodeReader& reader) {
  static constexpr std::array<std::string_view, 2> kKeys = {"url", "retrieved"};
  if (!sources.is_map()) reader.error(sources.at, "`sources` of a file is a map of short names");
  for (const Node::Entry& e : sources.entries) {
    std::string text;
    if (e.value.is_scalar()) {
      text = e.value.text;
    } else if (reader.is_map_of(e.value, kKeys, "a source")) {
      const Node* url = e.value.find("url");
      const Node* retrieved = e.value.find("retrieved");
      if (url == nullptr) {
        reader.error(e.at, "source `" + e.key + "` has no `url`");
        continue;
      }
      text = reader.text(*url, "url").value_or("");
      if (retrieved != nullptr) text += " (retrieved " + reader.date(*retrieved, "retrieved").value_or("") + ")";
    }
    texts_.emplace(e.key, std::move(text));
  }
}

std::vector<std::string> SourceNames::expand(const Node& node, NodeReader& reader) const {
  auto all = reader.texts(node, "sources").value_or(std::vector<std::string>{});
  for (std::string& text : all) {
    const auto known = texts_.find(text);
    if (known != texts_.end()) {
      text = known->second;
    } else if (text.find(' ') == std::string::npos && text.find(':') == std::string::npos) {
      if (const auto near = did_you_mean(text, names()))
        reader.warning(node.at, "`" + text + "` is no source of this file",
                       "did you mean `" + std::string(*near) + "`?");
    }
  }
  return all;
}

std::vector<std::string_view> SourceNames::names() const {
  std::vector<std::string_view> all;
  for (const auto& [name, text] : texts_) all.push_back(name);
  std::sort(all.begin(), all.end());
  return all;
}

std::string join_sources(const std::vector<std::string>& sources) {
  std::string out;
  for (const std::string& s : sources) out += (out.empty() ? "" : "; ") + s;
  return out;
}

}  // namespace planner
